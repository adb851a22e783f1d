import { Migration } from '@mikro-orm/migrations';

/** What became of a game master's commands was once told to players; it is the game master's alone. */
export class Migration20261116193600_commands_untold extends Migration {

  override name = 'Migration20261116193600_commands_untold';

  override up(): void | Promise<void> {
    this.addSql(`update "turn" set "answer" = jsonb_build_object('text', "told"."narration") from "scene" as "told" where "told"."turn_id" = "turn"."id" and "turn"."input" ->> 'mode' = 'GOD' and "turn"."answer" is null;`);
    this.addSql(`update "scene" set "narration" = '' where "turn_id" in (select "id" from "turn" where "input" ->> 'mode' = 'GOD');`);
    this.addSql(`update "turn_event" set "type" = 'command-reported', "audience" = 'gm' where "type" = 'narration-delta' and "turn_id" in (select "id" from "turn" where "input" ->> 'mode' = 'GOD');`);
  }

  /** What players should not have read is not given back to them. */
  override down(): void | Promise<void> {}

}
