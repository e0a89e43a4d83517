package org.jzenith.javascript.internal.api;

import java.util.Map;
import org.graalvm.polyglot.Value;
import org.jzenith.core.context.Identity;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;

/** The object {@code identity}: who calls; undefined for an anonymous client. */
final class IdentityApi implements ScriptApi {

    private static final String WITH_ROLES =
            "identity => ({ ...identity, hasRole: role => identity.roles.includes(role) })";

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public Object create(final ScriptRequest request) {
        final Identity identity = request.exchange().context().identity();
        if (identity == null) {
            return request.undefined();
        }
        final Value members = request.value(Map.of(
                "name", identity.getName(),
                "mechanism", identity.mechanism(),
                "roles", identity.roles(),
                "attributes", identity.attributes()));
        return request.expression(WITH_ROLES).execute(members);
    }
}
