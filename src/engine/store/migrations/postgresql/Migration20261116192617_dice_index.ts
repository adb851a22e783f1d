import { Migration } from '@mikro-orm/migrations';

export class Migration20261116192617_dice_index extends Migration {

  override name = 'Migration20261116192617_dice_index';

  override up(): void | Promise<void> {
    this.addSql(`alter table "session" add "dice_index" int null;`);

    this.addSql(`alter table "scene" add "dice_index" int null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "scene" drop column "dice_index";`);

    this.addSql(`alter table "session" drop column "dice_index";`);
  }

}
