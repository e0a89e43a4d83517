package org.jzenith.restclient.method;

/**
 * A mistake in a method of a client.
 *
 * @param text the end of a sentence that begins with the method
 * @param remedy the fix, as a sentence
 */
record MethodProblem(String text, String remedy) {

    /** Creates a problem with the remedy for its text. */
    static MethodProblem of(final String text) {
        return new MethodProblem(text, remedyFor(text));
    }

    private static String remedyFor(final String text) {
        if (text.contains("HTTP method")) {
            return "Annotate it with one of @GET, @POST, @PUT, @PATCH, @DELETE and @HEAD, or give it a body with"
                    + " 'default'.";
        }
        if (text.startsWith("returns")) {
            return "Return a Single, Maybe, Completable or Flowable.";
        }
        return text.contains("no text")
                ? "Give the type a static method valueOf(String), or the client a ParamConverterProvider by"
                        + " withConverters(..)."
                : "Change the method.";
    }
}
