"""That everything in the rules comes about: for each condition, branch, row and option value a kept match, or the reason why there is none."""
