import { z } from 'zod';

const Block = z.looseObject({ text: z.string().optional(), cache_control: z.unknown().optional() });
const Content = z.union([z.string(), z.array(Block)]);

/** The parts of a Messages request that are counted and recognised. */
export const WireBody = z.looseObject({
  model: z.string(),
  system: Content.default([]),
  messages: z.array(z.looseObject({ content: Content })),
  tools: z.array(Block).default([]),
  output_config: z.looseObject({ format: z.looseObject({ schema: z.unknown() }).optional() }).optional(),
});
export type WireBody = z.infer<typeof WireBody>;
export type WireBlock = z.infer<typeof Block>;

export function listBlocks(content: z.infer<typeof Content>): readonly WireBlock[] {
  return typeof content === 'string' ? [{ text: content }] : content;
}
