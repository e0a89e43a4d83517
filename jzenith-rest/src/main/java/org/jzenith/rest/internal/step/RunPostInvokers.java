package org.jzenith.rest.internal.step;

import org.jboss.resteasy.core.PostResourceMethodInvokers;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;

/** Runs RESTEasy's {@code PostResourceMethodInvoker}s. */
public final class RunPostInvokers implements RestStep {

    @Override
    public boolean run(final RestInvocation invocation) {
        final PostResourceMethodInvokers left = invocation.data().ifMade(PostResourceMethodInvokers.class);
        if (left != null) {
            left.getInvokers().forEach(invoker -> invoker.invoke());
            left.clear();
        }
        return true;
    }

    @Override
    public String description() {
        return "callbacks after the call";
    }
}
