"""``python -m kirtis`` is the same as ``kirtis``."""

from kirtis.cli import main

if __name__ == "__main__":
    main()
