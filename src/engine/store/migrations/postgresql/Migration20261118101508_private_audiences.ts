import { Migration } from '@mikro-orm/migrations';

export class Migration20261118101508_private_audiences extends Migration {

  override name = 'Migration20261118101508_private_audiences';

  override up(): void | Promise<void> {
    this.addSql(`alter table "scene" add "audience" jsonb null;`);

    this.addSql(`alter table "turn_event" add "personas" varchar(2000) null;`);
    // Answers, questions and thoughts of earlier turns become private to their persona as well.
    this.addSql(`update "turn_event" set "personas" = '|' || ("asked"."input" ->> 'personaId') || '|' from "turn" as "asked" where "asked"."id" = "turn_event"."turn_id" and ("turn_event"."type" in ('turn-answered', 'clarification-asked') or ("turn_event"."type" in ('narration-delta', 'narration-repaired') and "asked"."input" ->> 'mode' = 'THINK'));`);
    this.addSql(`update "scene" set "audience" = jsonb_build_array("asked"."input" ->> 'personaId') from "turn" as "asked" where "asked"."scene_id" = "scene"."id" and "asked"."input" ->> 'mode' = 'THINK' and "asked"."input" ->> 'personaId' is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "scene" drop column "audience";`);

    this.addSql(`alter table "turn_event" drop column "personas";`);
  }

}
