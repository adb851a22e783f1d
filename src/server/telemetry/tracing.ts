import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider, type TracerProviderOptions } from '@opentelemetry/sdk-trace';
import { type ObservedCall, SUCCESSFUL_OUTCOMES, type TurnObserver } from '#engine/turn/turn-observer.ts';

export type Tracing = { readonly observer: TurnObserver; readonly close: () => Promise<void> };

type Collector = {
  /** The address without `/v1/traces`, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
};

const SERVICE = { 'service.name': 'scenewright' };

/** Sends a span for every turn, step and model call to a collector. Attributes are names and figures, never a text. */
export function startTracing({ endpoint, headers }: Collector): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const provider = new TracerProvider({
    resource: serviceResource(),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('scenewright');
  return {
    close: () => provider.shutdown(),
    observer: ({ turnId, sessionId, attempt }) => {
      const attributes = {
        'scenewright.turn.id': turnId,
        'scenewright.session.id': sessionId,
        'scenewright.turn.attempt': attempt,
      };
      const turn = tracer.startSpan('turn', { attributes }, ROOT_CONTEXT);
      const inTurn = trace.setSpan(ROOT_CONTEXT, turn);
      const open = new Map<string, Span>();
      const parentOf = (step: string): Context => {
        const span = open.get(step);
        return span === undefined ? inTurn : trace.setSpan(ROOT_CONTEXT, span);
      };
      return {
        stepStarted: (step) =>
          void open.set(
            step,
            tracer.startSpan(`step ${step}`, { attributes: { 'scenewright.step': step } }, inTurn),
          ),
        stepFinished: (step) => {
          open.get(step)?.end();
          open.delete(step);
        },
        called: (call) => {
          const { startedAt, durationMs } = call;
          const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes: attributesOf(call) };
          const span = tracer.startSpan(`model ${call.modelKey}`, options, parentOf(call.step));
          if (call.fault !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: call.fault });
          span.end(new Date(startedAt.getTime() + durationMs));
        },
        ended: (outcome) => {
          turn.setAttribute('scenewright.turn.outcome', outcome);
          // The step a turn failed in never finished.
          for (const span of [...open.values(), turn]) {
            if (!SUCCESSFUL_OUTCOMES.includes(outcome))
              span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
            span.end();
          }
          open.clear();
        },
      };
    },
  };
}

function attributesOf({
  step,
  purpose,
  modelKey,
  provider,
  usage,
  cost,
  ending,
  firstDeltaMs,
}: ObservedCall) {
  return {
    'gen_ai.request.model': modelKey,
    'gen_ai.provider.name': provider,
    'scenewright.step': step,
    'scenewright.call.purpose': purpose,
    'scenewright.call.ending': ending,
    ...(usage === null
      ? {}
      : {
          'gen_ai.usage.input_tokens': usage.inputTokens,
          'gen_ai.usage.output_tokens': usage.outputTokens,
          'scenewright.usage.cache_read_tokens': usage.cacheReadTokens,
        }),
    ...(cost === 'unknown' ? {} : { 'scenewright.call.cost_dollars': cost }),
    ...(firstDeltaMs === null ? {} : { 'scenewright.call.first_delta_ms': firstDeltaMs }),
  };
}

/** Creates the OpenTelemetry resource that all spans share. */
function serviceResource(): NonNullable<TracerProviderOptions['resource']> {
  return {
    attributes: SERVICE,
    merge: () => serviceResource(),
    getRawAttributes: () => Object.entries(SERVICE),
  };
}
