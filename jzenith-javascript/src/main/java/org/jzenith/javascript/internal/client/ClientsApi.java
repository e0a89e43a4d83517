package org.jzenith.javascript.internal.client;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import org.graalvm.polyglot.Value;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.json.Json;
import org.jzenith.restclient.ClientBinding;

/** The object {@code http}: a member for each REST client of the application, which has the methods of its interface. */
final class ClientsApi implements ScriptApi {

    private static final Key<Set<ClientBinding>> CLIENTS = new Key<>() {};

    private final List<ClientMethods> clients;

    @Inject
    ClientsApi(final Injector injector) {
        final Binding<Set<ClientBinding>> bound = injector.getExistingBinding(CLIENTS);
        clients = bound == null
                ? List.of()
                : bound.getProvider().get().stream()
                        .map(each -> new ClientMethods(each, () -> Json.mapper(injector)))
                        .toList();
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public Object create(final ScriptRequest request) {
        final Value object = request.object();
        clients.forEach(each -> object.putMember(each.name(), each.object(request)));
        return object;
    }
}
