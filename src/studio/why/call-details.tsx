import { Modal } from '../parts/modal.tsx';
import { readBlocks } from './recorded.ts';
import type { Call } from './why-page.tsx';

/** One model call: what it was asked and what it replied. */
export function CallDetails({ call, onClose }: { readonly call: Call; readonly onClose: () => void }) {
  return (
    <Modal title={`${call.step} by ${call.provider}`} onClose={onClose} isWide>
      <h3>Reply</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className="code" tabIndex={0}>
        {call.reply}
      </pre>
      <h3>Prompt</h3>
      {readBlocks(call.request).map(({ role, text, isCached }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity than their place.
        <details key={index} className="fold">
          <summary>
            {role}, {text.length.toLocaleString()} characters{isCached ? ', cache breakpoint' : ''}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <pre className="code" tabIndex={0}>
            {text}
          </pre>
        </details>
      ))}
    </Modal>
  );
}
