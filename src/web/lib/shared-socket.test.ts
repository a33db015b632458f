import { describe, expect, it } from 'vitest';
import type { Socket } from './live.ts';
import { shareSocket } from './shared-socket.ts';

/** A socket that the test opens, closes and speaks through. */
function scene() {
  const sockets: (Socket & { sent: string[]; isClosed: boolean })[] = [];
  const connect = shareSocket(() => {
    const socket = {
      sent: [] as string[],
      isClosed: false,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text: string) => socket.sent.push(text),
      close: () => {
        socket.isClosed = true;
      },
    };
    sockets.push(socket as never);
    return socket as never;
  });
  const heard: string[] = [];
  const follow = (name: string) => {
    const share = connect();
    share.onopen = () => heard.push(`${name} opened`);
    share.onmessage = ({ data }: { data: string }) => heard.push(`${name} heard ${data}`);
    share.onclose = () => heard.push(`${name} closed`);
    return share;
  };
  const fire = (what: 'onopen' | 'onmessage' | 'onclose', event: object = {}) =>
    sockets.at(-1)![what]?.call({} as WebSocket, event as never);
  return { sockets, heard, follow, fire };
}

describe('a connection that several flights share', () => {
  it('is opened once, and tells every share what it hears', async () => {
    const { sockets, heard, follow, fire } = scene();
    follow('a');
    follow('b').send('{}');
    fire('onopen');
    follow('late');
    await Promise.resolve();
    fire('onmessage', { data: '1' });
    expect(sockets).toHaveLength(1);
    expect(sockets[0]!.sent).toEqual(['{}']);
    expect(heard).toEqual(['a opened', 'b opened', 'late opened', 'a heard 1', 'b heard 1', 'late heard 1']);
  });

  it('closes with its last share, which then hears nothing', () => {
    const { sockets, heard, follow, fire } = scene();
    const [a, b] = [follow('a'), follow('b')];
    a.close();
    expect(sockets[0]!.isClosed).toBe(false);
    fire('onmessage', { data: '1' });
    b.close();
    expect(sockets[0]!.isClosed).toBe(true);
    fire('onmessage', { data: '2' });
    expect(heard).toEqual(['b heard 1']);
  });

  it('is opened anew where it was lost', () => {
    const { sockets, heard, follow, fire } = scene();
    follow('a');
    follow('b');
    fire('onclose', { code: 1006 });
    expect(heard).toEqual(['a closed', 'b closed']);
    follow('a');
    expect(sockets).toHaveLength(2);
  });
});
