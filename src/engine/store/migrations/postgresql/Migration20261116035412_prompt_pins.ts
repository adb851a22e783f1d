import { Migration } from '@mikro-orm/migrations';

export class Migration20261116035412_prompt_pins extends Migration {

  override name = 'Migration20261116035412_prompt_pins';

  override up(): void | Promise<void> {
    this.addSql(`alter table "campaign" add "prompt_pins" jsonb not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "campaign" drop column "prompt_pins";`);
  }

}
