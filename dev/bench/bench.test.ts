import { describe, expect, it } from 'vitest';
import { Histogram, timesOf } from './figures.ts';
import { clientFrame, opcodes, readAnswer, readFrames, serverFrame } from './frames.ts';
import { drawGraph } from './graph.ts';
import { Samples } from './samples.ts';
import { asMarkdown, asText, type Figure, isMet, moved, verdict, written } from './table.ts';

const texts = ['', 'x'.repeat(125), 'y'.repeat(126), 'ü'.repeat(40_000)];

function framesIn(buffer: Buffer): { read: string[]; rest: number } {
  const read: string[] = [];
  const rest = readFrames(buffer, 0, buffer.length, (opcode, from, to) => {
    expect(opcode).toBe(opcodes.text);
    read.push(buffer.toString('utf8', from, to));
  });
  return { read, rest };
}

describe('frames', () => {
  it('of every length are decoded', () => {
    const wire = Buffer.concat(texts.map(serverFrame));
    expect(framesIn(wire)).toEqual({ read: texts, rest: wire.length });
  });

  it('cut at any byte are decoded up to the last whole one', () => {
    const frames = ['a', 'b'.repeat(200), 'c'].map(serverFrame);
    const wire = Buffer.concat(frames);
    const ends = frames.map((_, i) => Buffer.concat(frames.slice(0, i + 1)).length);
    for (let cut = 0; cut <= wire.length; cut++) {
      const { read, rest } = framesIn(wire.subarray(0, cut));
      expect(read.length).toBe(ends.filter((end) => end <= cut).length);
      expect(rest).toBe(ends.findLast((end) => end <= cut) ?? 0);
    }
  });

  it('of a browser carry the mask bit and a mask of zeros', () => {
    const frame = clientFrame('{"subscribe":"flight:1"}');
    expect(frame[1]! & 0x80).toBe(0x80);
    expect(frame.subarray(2, 6)).toEqual(Buffer.alloc(4));
    expect(frame.subarray(6).toString()).toBe('{"subscribe":"flight:1"}');
  });
});

describe('an answer', () => {
  const whole = (text: string) => readAnswer(Buffer.from(text));
  it('is complete at its Content-Length, at its last chunk, or without a body', () => {
    expect(whole('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP')).toEqual({ status: 200, end: 41 });
    expect(whole('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab')).toBeNull();
    expect(whole('HTTP/1.1 204 No Content\r\n\r\n')).toEqual({ status: 204, end: 27 });
    const chunked = 'HTTP/1.1 503 No\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    expect(whole(chunked)).toEqual({ status: 503, end: chunked.length });
    expect(whole(chunked.slice(0, -1))).toBeNull();
    expect(whole('HTTP/1.1 200 OK\r\n')).toBeNull();
  });
});

describe('times', () => {
  it('are summed up as median, p99 and maximum', () => {
    const list = Array.from({ length: 1000 }, (_, i) => 1000 - i);
    expect(timesOf(list)).toEqual({ p50: 500, p99: 990, max: 1000 });
    expect(timesOf([0.26])).toEqual({ p50: 0.26, p99: 0.26, max: 0.26 });
    expect(timesOf([]).p50).toBeNaN();
  });

  it('of more than two minutes still count towards the maximum', () => {
    const all = new Histogram();
    all.add(500_000);
    expect(all.times().max).toBe(500_000);
  });
});

describe('requests', () => {
  it('are counted by outcome; the answered ones are timed in windows', () => {
    const samples = new Samples();
    samples.add(100, 5);
    samples.add(9000, 15);
    samples.add(25_000, 7);
    samples.add(26_000, 9000, 'refused');
    samples.add(27_000, 1, 'failed');
    expect(samples.outcomes).toEqual({ answered: 3, refused: 1, failed: 1 });
    expect(samples.times()).toEqual({ p50: 7, p99: 15, max: 15 });
    expect(samples.windows(10_000)).toMatchObject([
      { minute: 0, count: 2, p99: 15 },
      { minute: 20 / 60, count: 1, p99: 7 },
    ]);
  });

  it('a graph has one line for each series, on a logarithmic scale', () => {
    const points = [
      [0, 10],
      [1, 100],
    ] as const;
    const svg = drawGraph({ title: 'T < U', minutes: 1, series: [{ name: 'clocks', points }], bar_ms: 250 });
    expect(svg).toContain('T &lt; U');
    expect(svg).toContain('points="56.0,267.0 730.0,190.0"');
    expect(svg.match(/class="bar"/g)).toHaveLength(1);
  });
});

describe('the table', () => {
  const figure = (value: number, change: Partial<Figure> = {}): Figure => ({
    key: 'ingest',
    says: 'Ingest',
    value,
    unit: 'readings/s',
    better: 'more',
    ...change,
  });
  const machine = { cpu: 'x', cores: 2, memory_gb: 24, kernel: 'Linux 6', node: '24', postgresql: '18.4' };

  it('judges at the bar, from both sides', () => {
    expect(isMet(figure(5000, { bar: 5000 }))).toBe(true);
    expect(isMet(figure(4999.9, { bar: 5000 }))).toBe(false);
    expect(isMet(figure(0, { bar: 0, better: 'less' }))).toBe(true);
    expect(isMet(figure(Number.NaN, { bar: 1 }))).toBe(false);
    expect(verdict([figure(1), figure(4999, { bar: 5000 })])).toMatchObject({
      title: 'Bars: 0 of 1 met',
      rows: [['Ingest', '4,999 readings/s', '≥ 5,000', 'MISSED']],
    });
  });

  it('lists the figures that moved by more than a tenth, with the direction', () => {
    const figures = [figure(1000), figure(100, { key: 'p99' })];
    const last = { ingest: { at: '2026-11-21T10:00:00Z', quick: false, machine, figures, sheets: [] } };
    const now = [figure(1050), figure(120, { key: 'p99', says: 'Answer', better: 'less' }), figure(7, { key: 'new' })];
    expect(moved(now, last)).toMatchObject({ rows: [['Answer', '100', '120 readings/s', '+20 %', 'worse']] });
  });

  it('is printed in columns on the terminal and as Markdown', () => {
    const sheet = { title: 'T', notes: ['n'], columns: ['', 'ms'], rows: [['a|b', '1.00']] };
    expect(asText(sheet).split('\n')).toEqual(['', 'T', '  n', '', '       ms', '─────────', 'a|b  1.00', '']);
    expect(asMarkdown(sheet)).toContain('| a\\|b | 1.00 |');
    expect([written(12_345.6), written(99.95), written(1.234), written(Number.NaN)]).toEqual([
      '12,346',
      '100.0',
      '1.23',
      '–',
    ]);
  });
});
