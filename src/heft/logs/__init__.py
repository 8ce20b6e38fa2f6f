"""Measured motion: logs read and imported, cleaned, differentiated, and made ready for estimation."""
