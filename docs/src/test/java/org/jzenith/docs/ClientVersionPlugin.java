package org.jzenith.docs;

import com.google.inject.Module;
import jakarta.ws.rs.BadRequestException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.core.Plugin;
import org.jzenith.rest.RestContribution;
import org.jzenith.rest.pipeline.Invocation;

/** Lets resource methods take the version of the client, which it sends as a header. */
public final class ClientVersionPlugin implements Plugin {

    /** The version of a client. */
    public record ClientVersion(int major, int minor) {}

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

    /** Creates the plugin. */
    public ClientVersionPlugin() {}

    @Override
    public String name() {
        return "client-version";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    // region contribution
    @Override
    public List<Module> modules() {
        return List.of(binder -> RestContribution.create()
                .withArguments((method, parameter) ->
                        parameter.type() == ClientVersion.class
                                ? ClientVersionPlugin::read
                                : null)
                .bind(binder));
    }

    private static ClientVersion read(final Invocation invocation) {
        final String sent =
                invocation.exchange().request().headers().get("X-Client-Version");
        final Matcher version = VERSION.matcher(sent == null ? "" : sent);
        if (!version.matches()) {
            throw new BadRequestException(
                    "Send the header X-Client-Version, such as 2.1.");
        }
        return new ClientVersion(
                Integer.parseInt(version.group(1)),
                Integer.parseInt(version.group(2)));
    }
    // endregion
}
