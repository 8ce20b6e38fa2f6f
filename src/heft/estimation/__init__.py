"""From motions to parameters: compressed information, least squares, consistent estimates, uncertainty."""
