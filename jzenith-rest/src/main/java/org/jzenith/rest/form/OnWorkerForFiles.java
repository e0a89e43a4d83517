package org.jzenith.rest.form;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.step.OnWorker;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.multipart.MultipartForms;

/**
 * Calls a method on a worker thread, as if it had {@code @Blocking}, if it takes a part that is in a file in a way that blocks:
 * as {@code EntityPart} or {@code InputStream}. The steps of the call follow, for other requests.
 */
public final class OnWorkerForFiles implements Step {

    private final OnWorker worker;
    private final int count;
    private final @Nullable Set<String> names;

    /** @param names of the parts that are taken in such a way; null for all */
    public OnWorkerForFiles(final @Nullable Set<String> names, final Step... call) {
        this.worker = new OnWorker(call);
        this.count = call.length;
        this.names = names;
    }

    @Override
    public boolean run(final Invocation invocation) {
        final MultipartForms.FormParts form = invocation.form();
        if (form == null || !form.isInFile(names)) {
            return true;
        }
        invocation.skip(count);
        return worker.run(invocation);
    }
}
