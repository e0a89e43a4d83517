package org.jzenith.rest.internal.multipart;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.Step;

/**
 * Calls a method on a worker thread, as if it had {@code @Blocking}, if it takes a part that is in a file in a way that blocks:
 * as {@code EntityPart} or {@code InputStream}. The steps of the call follow, for other requests.
 */
final class OnWorkerForFiles implements RestStep {

    private final Step worker;
    private final @Nullable Set<String> names;

    /**
     * @param names the names of the parts that the method takes as files; null for all
     * @param worker runs the steps of the call on a worker thread
     */
    OnWorkerForFiles(final @Nullable Set<String> names, final Step worker) {
        this.worker = worker;
        this.names = names;
    }

    @Override
    public boolean run(final RestInvocation invocation) throws Throwable {
        final MultipartForms.FormParts form = MultipartForms.FormParts.receivedBy(invocation);
        return form == null || !form.isInFile(names) || worker.run(invocation);
    }

    @Override
    public String description() {
        return worker.description() + ", if parts are in files";
    }
}
