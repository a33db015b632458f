/** Short notes that the browser synthesizes, so that no sound file is fetched. */

/** The start after now, in seconds, and the frequency. */
export type Note = readonly [after: number, hertz: number];

/** Plays notes, each like a struck bell: full volume at once, and silent in less than half a second. */
export function play(context: AudioContext, notes: readonly Note[]): void {
  for (const [after, hertz] of notes) {
    const at = context.currentTime + after;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'sine';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.25, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.45);
  }
}
