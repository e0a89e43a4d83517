package org.jzenith.rest.form;

import org.jspecify.annotations.Nullable;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.pipeline.Invocation;

/** The parts of the form that a request has sent. */
final class ReceivedForm {

    private ReceivedForm() {}

    static void put(final Invocation invocation, final MultipartForms.FormParts form) {
        invocation.data().put(MultipartForms.FormParts.class, form);
    }

    /** Returns the received parts of a request; null if its body is no multipart form that a step has received. */
    static MultipartForms.@Nullable FormParts of(final Invocation invocation) {
        return invocation.data().ifMade(MultipartForms.FormParts.class);
    }
}
