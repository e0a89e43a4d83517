package org.jzenith.javascript.internal.request;

import org.graalvm.polyglot.Value;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;

/** {@code deadline}: tells how much time the request has. */
final class DeadlineApi implements ScriptApi {

    @Override
    public String name() {
        return "deadline";
    }

    @Override
    public Object create(final ScriptRequest request) {
        final Value deadline = request.object();
        deadline.putMember("remaining", request.function(arguments -> {
            final RequestDeadline present = request.exchange().context().deadline();
            return present == RequestDeadline.NONE
                    ? Double.POSITIVE_INFINITY
                    : (double) present.remaining().toMillis();
        }));
        return deadline;
    }
}
