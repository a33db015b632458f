// Keeps an embedded board up to date while it is seen, and tells the page around it how high it is. The live socket says
// when there is something new; without one the board is read again by the clock.
const board = () => document.querySelector('main');
const tell = () => parent.postMessage({ height: board().offsetHeight }, '*');

// The socket has a heartbeat every 20 s.
const silence_ms = 45_000;
const retry_ms = 30_000;

let socket = null;
let retry_at_ms = 0;
let heard_ms = 0;
let newest = null;
let read_ms = Date.now();
let isChanged = false;

async function read() {
  read_ms = Date.now();
  isChanged = false;
  try {
    const reply = await fetch(location.href, { credentials: 'omit' });
    if (!reply.ok) throw new Error(`answered ${reply.status}`);
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    board().replaceWith(document.adoptNode(page.querySelector('main')));
    tell();
  } catch {
    // Without a network the board stays as it was, with the time that it says.
    isChanged = true;
  }
}

function follow({ flight, epoch, seq, live = location.origin }) {
  retry_at_ms = Date.now() + Math.random() * retry_ms;
  heard_ms = Date.now();
  socket = new WebSocket(`${live.replace(/^http/, 'ws')}/live`);
  socket.onopen = ({ target }) =>
    target.send(JSON.stringify({ subscribe: `flight:${flight}`, epoch: Number(epoch), after: Number(seq) }));
  socket.onmessage = ({ data, target }) => {
    heard_ms = Date.now();
    const frame = JSON.parse(data);
    if (frame.error) target.close();
    if (frame.changed) isChanged = true;
    if (frame.epoch !== undefined) newest = frame;
    look();
  };
  socket.onclose = ({ target }) => {
    if (socket === target) socket = null;
  };
}

function look() {
  const shown = board().dataset;
  const now_ms = Date.now();
  if (socket && (!shown.flight || now_ms - heard_ms > silence_ms)) {
    socket.close();
    socket = null;
  }
  if (shown.flight && !socket && now_ms >= retry_at_ms) follow(shown);
  const isTold = socket?.readyState === WebSocket.OPEN;
  const isBehind = newest && (newest.epoch !== Number(shown.epoch) || newest.seq > Number(shown.seq));
  const isDue = now_ms - read_ms >= shown.renewedS * 1000;
  if (isDue && (isChanged || isBehind || !isTold) && document.visibilityState === 'visible') void read();
}

tell();
addEventListener('resize', tell);
addEventListener('visibilitychange', look);
look();
setInterval(look, 1000);
