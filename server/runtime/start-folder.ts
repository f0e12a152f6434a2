/** Imported before everything else: packages ask for the current folder when they are loaded. */
try {
  process.cwd();
} catch {
  process.stderr.write('sonarad: the folder it was started in is gone; start it in another one\n');
  process.exit(1);
}
