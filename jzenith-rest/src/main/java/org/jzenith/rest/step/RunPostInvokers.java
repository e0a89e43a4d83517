package org.jzenith.rest.step;

import org.jboss.resteasy.core.PostResourceMethodInvokers;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

/** Runs RESTEasy's {@code PostResourceMethodInvoker}s. */
public final class RunPostInvokers implements Step {

    @Override
    public boolean run(final Invocation invocation) {
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
