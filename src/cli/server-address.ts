/** What is wrong with the address behind `--server`; null when nothing is, or none was given. */
export function serverAddressFault(address: string | undefined): string | null {
  if (address === undefined) return null;
  const isAddress = /^https?:\/\/./.test(address) && URL.canParse(address);
  return isAddress ? null : '--server: write the address of a server, for example http://127.0.0.1:4000';
}
