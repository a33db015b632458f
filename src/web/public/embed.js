// Puts the board of a flight where this script stands: a frame that takes the height of its content.
(() => {
  const script = document.currentScript;
  const { flight = '', lang, theme, rows, title = 'Loftline' } = script.dataset;
  if (!/^\d+\/\d+$/.test(flight)) return;
  const site = new URL(script.src).origin;
  const asked = Object.entries({ lang, theme, rows }).filter(([, value]) => value);
  const frame = document.createElement('iframe');
  frame.src = `${site}/embed/flights/${flight}?${new URLSearchParams(asked)}`;
  frame.title = title;
  frame.loading = 'lazy';
  frame.style.cssText = 'display:block;width:100%;height:420px;border:0;color-scheme:normal';
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== site || !(data?.height > 0)) return;
    frame.style.height = `${Math.min(Math.ceil(data.height), 3000)}px`;
  });
  script.after(frame);
})();
