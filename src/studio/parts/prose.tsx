import { Fragment, memo, type ReactNode } from 'react';

/** Shows narration: paragraphs by blank lines, *emphasis*. It is text and never markup, whatever a model wrote. */
export const Prose = memo(function Prose({ text }: { readonly text: string }) {
  return splitParagraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are only ever added at the end.
    <Paragraph key={index} text={paragraph} />
  ));
});

/** A paragraph is drawn anew only when its own text changes, so that a long stream stays cheap. */
const Paragraph = memo(function Paragraph({ text }: { readonly text: string }) {
  return <p>{markEmphasis(text)}</p>;
});

export function splitParagraphs(text: string): string[] {
  return text.split(/\n\s*\n|\n/).filter((paragraph) => paragraph.trim() !== '');
}

/** Returns narration without its marks of emphasis, in one line. */
export function toPlainText(text: string): string {
  return text.replaceAll('*', '').replace(/\s+/g, ' ').trim();
}

function markEmphasis(text: string): ReactNode {
  // Every second part stands between two stars. A star without its second stays a star.
  const parts = text.split('*');
  if (parts.length % 2 === 0) parts.splice(-2, 2, parts.slice(-2).join('*'));
  return parts.map((part, index) => {
    const key = `${index}`;
    return index % 2 === 1 ? <em key={key}>{part}</em> : <Fragment key={key}>{part}</Fragment>;
  });
}
