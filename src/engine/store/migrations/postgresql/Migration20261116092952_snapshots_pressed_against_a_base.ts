import { Migration } from '@mikro-orm/migrations';

export class Migration20261116092952_snapshots_pressed_against_a_base extends Migration {

  override name = 'Migration20261116092952_snapshots_pressed_against_a_base';

  override up(): void | Promise<void> {
    this.addSql(`alter table "scene" add "snapshot_base" varchar(36) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "scene" drop column "snapshot_base";`);
  }

}
