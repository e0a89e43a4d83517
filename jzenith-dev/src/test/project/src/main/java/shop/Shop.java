package shop;

import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;

public final class Shop {

    private Shop() {}

    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(NoteResource.class),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create())
                .withModules(binder -> binder.bind(Greeting.class))
                .run();
    }
}
