package org.jzenith.javascript.internal.sql;

import com.google.common.base.Suppliers;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;
import jakarta.inject.Inject;
import java.util.function.Supplier;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.sql.Database;

/** The object {@code sql}: the database of the application, and by {@code named} those with a qualifier. */
final class SqlApi implements ScriptApi {

    private final Injector injector;
    private final Supplier<Database> database = Suppliers.memoize(() -> find(Key.get(Database.class), "no database"));

    @Inject
    SqlApi(final Injector injector) {
        this.injector = injector;
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public Object create(final ScriptRequest request) {
        return new SqlObject(request).database(database.get(), this::named);
    }

    private Database named(final String qualifier) {
        return find(Key.get(Database.class, Names.named(qualifier)), "no database named '" + qualifier + "'");
    }

    private Database find(final Key<Database> key, final String missing) {
        final Binding<Database> binding = injector.getExistingBinding(key);
        if (binding == null) {
            throw new IllegalStateException(
                    "The application has " + missing + ". Add its plugin, such as PostgresqlPlugin.");
        }
        return binding.getProvider().get();
    }
}
