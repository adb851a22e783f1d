const FINAL_TEXT = 0x81;
const TWO_BYTES_FOLLOW = 126;
const EIGHT_BYTES_FOLLOW = 127;

/** A text message as one frame of RFC 6455, as servers send it: whole, not masked, not compressed. */
export function textFrame(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isShort = length < TWO_BYTES_FOLLOW;
  const isLong = length > 0xffff;
  const start = isShort ? 2 : isLong ? 10 : 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  frame[1] = isShort ? length : isLong ? EIGHT_BYTES_FOLLOW : TWO_BYTES_FOLLOW;
  if (isLong) frame.writeBigUInt64BE(BigInt(length), 2);
  else if (!isShort) frame.writeUInt16BE(length, 2);
  let at = start;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}
