import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { ResultOf } from '../api/graphql.ts';
import { describeFailure, type RequestProblem } from '../api/problem.ts';
import { describeOperation, sendMutation, useOperation } from '../api/use-operation.ts';
import { START_CAMPAIGN, STORY } from '../documents/begin.ts';
import { MODELS } from '../documents/models.ts';
import { readNarrator } from '../models/narrator.ts';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';
import { Portrait } from '../parts/portrait.tsx';
import { createActionId } from '../table/take-turn.ts';
import { type Draft, GuideForm } from './character-guide.tsx';
import { Cover } from './cover.tsx';
import { type Agreement, DEFAULT_AGREEMENT, SessionZero, toCalibration } from './session-zero.tsx';

export type Story = Extract<NonNullable<ResultOf<typeof STORY>['node']>, { __typename: 'EntryPoint' }>;

const OWN = 'own';

/** One story before it begins: who to be, what the table agrees on. */
export function EntryPage({ id }: { readonly id: string }) {
  const { data, problem, isLoading, reload, operation } = useOperation(STORY, { id });
  if (isLoading) return <Loading label="Opening the story …" />;
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (data?.node?.__typename !== 'EntryPoint') {
    return (
      <div className="page">
        <h1>There is no such story</h1>
        <p>
          Its pack may have been removed. <a href="/">All stories</a>
        </p>
      </div>
    );
  }
  const story = data.node;
  return (
    <article className="page page-narrow">
      <Cover name={story.name} family={story.pack.name} image={story.cover} />
      <header className="section-head">
        <h1>{story.name}</h1>
        <OperationButton name={story.name} operation={operation} />
      </header>
      <p className="card-facts">
        {[
          ...new Set([
            story.world?.name,
            story.pack.name,
            story.rulesets.map(({ name }) => name).join(' and '),
          ]),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="lead">{story.summary}</p>
      {story.goals.length === 0 ? null : (
        <>
          <h2>What you want</h2>
          <ul className="plain-list">
            {story.goals.map((goal) => (
              <li key={goal}>{goal}</li>
            ))}
          </ul>
        </>
      )}
      <BeginForm story={story} />
    </article>
  );
}

function BeginForm({ story }: { readonly story: Story }) {
  const [persona, setPersona] = useState(story.personas[0]?.characterId ?? OWN);
  const [company, setCompany] = useState<readonly string[]>([]);
  const [opening, setOpening] = useState('');
  const [draft, setDraft] = useState<Draft>({});
  // Sent again after a broken connection, the same start gives the same campaign.
  const [startId] = useState(createActionId);
  const [agreement, setAgreement] = useState<Agreement>(DEFAULT_AGREEMENT);
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<RequestProblem | null>(null);
  const [narrator, setNarrator] = useState(readNarrator);
  const [, navigate] = useLocation();
  const calibration = toCalibration(agreement);
  const played = [persona, ...company].map((one) => findPersonaId(story, one));
  const input = {
    entryPointId: story.id,
    startId,
    wait: false,
    ...(persona === OWN ? { newPersonas: [draft] } : { personaIds: played }),
    ...(opening === '' ? {} : { opening }),
    ...(calibration === null ? {} : { calibration }),
    ...(narrator === null ? {} : { largeModel: narrator }),
  };
  const start = async () => {
    setStarting(true);
    setProblem(null);
    const sent = await sendMutation(START_CAMPAIGN, { input });
    setStarting(false);
    if ('problem' in sent) return setProblem(sent.problem);
    const result = sent.data.startCampaign;
    if (result.__typename === 'StartCampaignPayload' || result.__typename === 'OpeningFailed') {
      return navigate(`/play/${result.session.id}`);
    }
    setProblem({ message: describeFailure(result) ?? 'The story could not begin.', isNetwork: false });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <fieldset>
        <legend>Who are you?</legend>
        {story.personas.map(({ characterId, part, character }) => (
          <label key={characterId} className="option">
            <input
              type="radio"
              name="persona"
              checked={persona === characterId}
              onChange={() => {
                setPersona(characterId);
                setCompany([]);
              }}
            />
            <Portrait image={character?.portrait ?? null} />
            <span>
              <strong>{character?.name ?? characterId}</strong>
              {part === null ? null : <span className="option-part">{part}</span>}
              <span className="option-note">{character?.summary}</span>
            </span>
          </label>
        ))}
        <label className="option">
          <input type="radio" name="persona" checked={persona === OWN} onChange={() => setPersona(OWN)} />
          <span>
            <strong>Someone of my own</strong>
            <span className="option-note">Make a character by the rules of this story.</span>
          </span>
        </label>
      </fieldset>
      {persona === OWN ? null : (
        <CompanyChoice story={story} persona={persona} company={company} onChange={setCompany} />
      )}
      {story.openings.length === 0 ? null : (
        <label className="field">
          <span>Beginning</span>
          <select value={opening} onChange={({ target }) => setOpening(target.value)}>
            <option value="">The usual one</option>
            {story.openings.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {persona === OWN ? <GuideForm entryPointId={story.id} draft={draft} onChange={setDraft} /> : null}
      <SessionZero agreement={agreement} onChange={setAgreement} hasCompany={story.maxPersonas > 1} />
      <NarratorField narrator={narrator} onChange={setNarrator} />
      {problem === null ? null : <ProblemBox problem={problem} />}
      <div className="row begin-row">
        <button type="submit" className="primary" disabled={isStarting}>
          {isStarting ? 'Setting the scene …' : 'Begin'}
        </button>
        <OperationButton name="the beginning" operation={describeOperation(START_CAMPAIGN, { input })} />
      </div>
    </form>
  );
}

type NarratorProps = {
  readonly narrator: string | null;
  readonly onChange: (key: string | null) => void;
};

/** Chooses the model that tells this story, where there is a choice. */
function NarratorField({ narrator, onChange }: NarratorProps) {
  const { data } = useOperation(MODELS, {});
  const usable = data?.models?.filter(({ isUsable }) => isUsable) ?? [];
  const isKnown = usable.some(({ key }) => key === narrator);
  useEffect(() => {
    // The model that was chosen once may be gone by now.
    if (usable.length > 0 && narrator !== null && !isKnown) onChange(null);
  }, [usable.length, narrator, isKnown, onChange]);
  if (usable.length < 2) return null;
  const own = usable.find(({ defaultFor }) => defaultFor.includes('LARGE'));
  return (
    <label className="field">
      <span>Told by</span>
      <select
        value={narrator ?? own?.key ?? ''}
        onChange={({ target }) => onChange(target.value === own?.key ? null : target.value)}
      >
        {usable.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type CompanyProps = {
  readonly story: Story;
  readonly persona: string;
  readonly company: readonly string[];
  readonly onChange: (company: readonly string[]) => void;
};

/** Chooses who else is played: by the same person, or by guests who are invited at the table. */
function CompanyChoice({ story, persona, company, onChange }: CompanyProps) {
  const others = story.personas.filter(({ characterId }) => characterId !== persona);
  if (story.maxPersonas < 2 || others.length === 0) return null;
  const isFull = company.length + 1 >= story.maxPersonas;
  const toggle = (id: string) =>
    onChange(company.includes(id) ? company.filter((one) => one !== id) : [...company, id]);
  return (
    <details className="fold">
      <summary>Play together</summary>
      <div className="stack">
        <p className="hint">Who else is played? At the table you invite a guest for each, or act for them.</p>
        {others.map(({ characterId, character }) => (
          <label key={characterId} className="check">
            <input
              type="checkbox"
              checked={company.includes(characterId)}
              disabled={isFull && !company.includes(characterId)}
              onChange={() => toggle(characterId)}
            />
            {character?.name ?? characterId}
          </label>
        ))}
      </div>
    </details>
  );
}

/** Returns the id of an offered character. Characters without one of their own are named by their pack's id. */
function findPersonaId(story: Story, characterId: string): string {
  const offered = story.personas.find((one) => one.characterId === characterId);
  return offered?.character?.id ?? characterId;
}
