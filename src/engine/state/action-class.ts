import { actionKind, costClassOf } from './validator/action-kind.ts';

/** Which of the ruleset's classes of cost an action belongs to, by its own words. */
export function actionClass(action: string): string {
  return costClassOf(actionKind(action));
}
