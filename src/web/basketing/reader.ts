/**
 * Readers that do not type: a serial port (Web Serial) or a HID device (WebHID), chosen once and found again by the
 * browser. What they read takes the way of a typed text. Readers that type end a text with Enter, with Tab, or with
 * nothing.
 */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

/** The parts of Web Serial and WebHID that are used; TypeScript does not have them. */
interface SerialPort {
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  readable: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}
interface HidDevice extends EventTarget {
  opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
}
interface Devices {
  serial?: { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> };
  hid?: {
    getDevices(): Promise<HidDevice[]>;
    requestDevice(options: { filters: { usagePage: number }[] }): Promise<HidDevice[]>;
  };
}

/** Bar code and chip readers, by their page of the HID usage tables. */
const scannerPage = 0x8c;
const baud = 9600;

const devices = () => navigator as Navigator & Devices;

/** The crate that a label names by its address; null for a chip or a ring. */
export function crateIn(text: string): number | null {
  const found = /\/basketing\?(?:.*&)?crate=(\d{1,7})$/.exec(text.trim());
  return found ? Number(found[1]) : null;
}

/** The letters and digits of a report; readers fill the rest with zeros and their own signs. */
export function textOfReport(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ' ')).join('');
  return text.split(/\s+/).sort((a, b) => b.length - a.length)[0] ?? '';
}

/** Signs of a chip or a whole ring that come faster than a hand types them. */
const leastTyped = 8;
const mostGap_ms = 60;
/** After this time a reader that ends its texts with nothing has ended one. */
const silence_ms = 200;

/**
 * The keys of a field that readers type in. A text that came as fast as only a reader types ends with Tab or with
 * silence; what a hand types ends with Enter alone, and its Tab leaves the field.
 * @param known called once it is known that a reader types, before the sign that tells
 * @returns what the field calls for each key
 */
export function useTypingReader(end: () => void, known: () => void): (event: KeyboardEvent<HTMLInputElement>) => void {
  const typed = useRef({ signs: 0, at: 0 });
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ end, known });
  useEffect(() => {
    latest.current = { end, known };
  }, [end, known]);
  useEffect(() => () => clearTimeout(silence.current), []);
  return useCallback((event) => {
    const { key, timeStamp, ctrlKey, altKey, metaKey } = event;
    if (key === 'Shift') return;
    clearTimeout(silence.current);
    const isFast = timeStamp - typed.current.at <= mostGap_ms;
    const isText = isFast && typed.current.signs >= leastTyped;
    if (key === 'Tab' && isText) {
      event.preventDefault();
      latest.current.end();
    }
    const isSign = key.length === 1 && !ctrlKey && !altKey && !metaKey;
    typed.current = { signs: isSign ? (isFast ? typed.current.signs + 1 : 1) : 0, at: timeStamp };
    if (typed.current.signs === leastTyped) latest.current.known();
    if (typed.current.signs >= leastTyped) silence.current = setTimeout(() => latest.current.end(), silence_ms);
  }, []);
}

export interface Reader {
  isReady: boolean;
  canSerial: boolean;
  canHid: boolean;
  /** The last one that was chosen cannot be read. */
  failed: boolean;
  choose(kind: 'serial' | 'hid'): void;
}

/** The reader of this device; `read` is called with each text. */
export function useReader(read: (text: string) => unknown): Reader {
  const [open, setOpen] = useState(0);
  const [can, setCan] = useState({ serial: false, hid: false });
  const [failed, setFailed] = useState(false);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  }, [read]);

  const follow = useCallback((listening: Promise<void>) => {
    setOpen((count) => count + 1);
    const end = () => setOpen((count) => count - 1);
    listening.then(end, () => {
      end();
      setFailed(true);
    });
  }, []);
  const openSerial = useCallback((port: SerialPort) => follow(linesOf(port, (line) => latest.current(line))), [follow]);
  const openHid = useCallback(
    (device: HidDevice) => follow(reportsOf(device, (text) => latest.current(text))),
    [follow],
  );

  useEffect(() => {
    const { serial, hid } = devices();
    setCan({ serial: serial !== undefined, hid: hid !== undefined });
    // Those that were chosen before are found without a question.
    serial?.getPorts().then(
      (ports) => ports.forEach(openSerial),
      () => {},
    );
    hid?.getDevices().then(
      (found) => found.forEach(openHid),
      () => {},
    );
  }, [openSerial, openHid]);

  return {
    isReady: open > 0,
    canSerial: can.serial,
    canHid: can.hid,
    failed,
    choose: (kind) => {
      const { serial, hid } = devices();
      setFailed(false);
      // Nobody has to choose: a closed dialog changes nothing.
      const whenNone = (error: unknown) => setFailed((error as Error).name !== 'NotFoundError');
      if (kind === 'serial') serial?.requestPort().then(openSerial, whenNone);
      else
        hid?.requestDevice({ filters: [{ usagePage: scannerPage }] }).then((found) => found.forEach(openHid), whenNone);
    },
  };
}

/** Reads the lines of a port until it is gone. */
async function linesOf(port: SerialPort, onLine: (line: string) => void): Promise<void> {
  await port.open({ baudRate: baud });
  const decoder = new TextDecoder();
  let rest = '';
  const chunks = port.readable?.getReader();
  if (!chunks) return;
  for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
    // Whatever cannot be printed ends a text: line ends, and the signs by which some readers frame it.
    const lines = (rest + decoder.decode(chunk.value, { stream: true })).split(/[^ -~]+/);
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) onLine(line.trim());
  }
}

/** Reads the reports of a device until it is closed. */
async function reportsOf(device: HidDevice, onText: (text: string) => void): Promise<void> {
  if (!device.opened) await device.open();
  device.addEventListener('inputreport', (event) => {
    const { data } = event as Event & { data: DataView };
    const text = textOfReport(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    if (text) onText(text);
  });
  await new Promise<void>((resolve) => {
    const { hid } = devices() as { hid?: EventTarget };
    hid?.addEventListener('disconnect', () => resolve());
  });
}
