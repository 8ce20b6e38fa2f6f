"""The friction laws, a file each: a class with the law and `LAW`, an instance of it, which the registry finds."""
