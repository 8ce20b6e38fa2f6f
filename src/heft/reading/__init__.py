"""What the readers of all kinds of files share: errors that name the file, text formats, arrays, checked contents."""
