import { Migration } from '@mikro-orm/migrations';

export class Migration20261116185810_narration_flags extends Migration {

  override name = 'Migration20261116185810_narration_flags';

  override up(): void | Promise<void> {
    this.addSql(`alter table "scene" add "flags" jsonb null;`);

    this.addSql(`alter table "narration_version" add "flags" jsonb null;`);
    // Scenes that stand already have theirs from the events that told of them.
    this.addSql(`update "scene" set "flags" = "told"."payload" -> 'flags' from "turn_event" as "told" where "told"."type" = 'turn-committed' and "told"."payload" ->> 'sceneId' = "scene"."id";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "narration_version" drop column "flags";`);

    this.addSql(`alter table "scene" drop column "flags";`);
  }

}
