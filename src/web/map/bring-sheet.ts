/** Adds a style sheet that most pages do not need, once. @throws when it does not come */
export function bringSheet(sheet: string): Promise<void> {
  if (document.querySelector(`link[href="${sheet}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('the style sheet of maps did not come'));
    document.head.append(link);
  });
}
