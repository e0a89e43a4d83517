package org.jzenith.dev.internal.failure;

import org.jspecify.annotations.Nullable;

/** The page that a browser shows for a failure. It loads nothing and reloads itself when it may. */
public final class FailurePage {

    /** Names the failure that an answer is about; an answer of the application does not have it. */
    public static final String HEADER = "X-JZenith-Development-Failure";

    private static final String STYLE = """
            :root{color-scheme:light dark;--back:#fff;--text:#1d2430;--soft:#5a6577;--box:#f4f6f9;--line:#d9dfe8;\
            --bad:#b3261e;--mark:#fde8e6}
            @media(prefers-color-scheme:dark){:root{--back:#14181f;--text:#e6eaf1;--soft:#9aa6b8;--box:#1c222c;\
            --line:#303947;--bad:#ff8a80;--mark:#4a2320}}
            *{box-sizing:border-box}
            body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
            main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
            h1{font-size:1.5rem;margin:0 0 1.5rem;color:var(--bad)}
            h2{font:600 .95rem/1.5 ui-monospace,monospace;margin:0;color:var(--soft);overflow-wrap:anywhere}
            section{margin:0 0 1.5rem;padding:1rem;background:var(--box);border:1px solid var(--line);border-radius:.5rem}
            p{margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
            pre{margin:.75rem 0 0;overflow-x:auto;font:.875rem/1.6 ui-monospace,monospace;tab-size:4}
            pre b{font-weight:inherit;background:var(--mark);display:inline-block;min-width:100%}
            pre i{font-style:normal;color:var(--soft);user-select:none}
            summary{margin-top:.75rem;color:var(--soft);cursor:pointer}
            footer{color:var(--soft);font-size:.875rem}
            """;

    private static final String SCRIPT = """
            setInterval(()=>fetch('/',{method:'OPTIONS',cache:'no-store'})\
            .then(r=>{if(r.headers.get('%s')!=='%s')location.reload()},()=>{}),700)
            """;

    private FailurePage() {}

    /**
     * Returns the page.
     *
     * @param failure the failure to show
     * @param reloads true if the page reloads itself when there is something else to show
     */
    public static String of(final Failure failure, final boolean reloads) {
        return of(
                failure,
                reloads,
                false,
                reloads
                        ? "This page reloads when the files are saved and the application runs."
                        : "Send the request again when the files are saved and the application runs.");
    }

    /** The page about a request that failed while the application runs. */
    public static String ofRequest(final Failure failure) {
        return of(failure, false, true, "In production the client gets the id and no stack trace.");
    }

    public static String of(
            final Failure failure, final boolean reloads, final boolean showsTrace, final String footer) {
        final StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>")
                .append(escaped(failure.title()))
                .append("</title><style>")
                .append(STYLE)
                .append("</style>");
        if (reloads) {
            page.append("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>");
        }
        page.append("</head><body><main><h1>").append(escaped(failure.title())).append("</h1>\n");
        failure.reasons().forEach(error -> append(page, error, showsTrace));
        if (failure.hint() != null) {
            page.append("<p>").append(escaped(failure.hint())).append("</p>\n");
        }
        page.append("<footer>jZenith in development mode. ").append(footer).append("</footer></main>");
        if (reloads) {
            page.append("<script>")
                    .append(SCRIPT.formatted(HEADER, failure.id()))
                    .append("</script>");
        }
        return page.append("</body></html>\n").toString();
    }

    private static void append(final StringBuilder page, final Failure.Reason error, final boolean showsTrace) {
        page.append("<section>");
        if (error.file() != null) {
            page.append("<h2>").append(escaped(error.place())).append("</h2>");
        }
        page.append("<p>").append(escaped(error.message())).append("</p>");
        if (!error.excerpt().isEmpty()) {
            page.append("<pre>");
            for (final Failure.SourceLine line : error.excerpt()) {
                final String text = "<i>" + String.format("%5d  ", line.number()) + "</i>" + escaped(line.text());
                page.append(line.number() == error.line() ? "<b>" + text + "</b>" : text)
                        .append('\n');
            }
            page.append("</pre>");
        }
        appendStackTrace(page, error.stackTrace(), showsTrace);
        page.append("</section>\n");
    }

    private static void appendStackTrace(
            final StringBuilder page, final @Nullable String stackTrace, final boolean shown) {
        if (stackTrace != null) {
            page.append(shown ? "<details open>" : "<details>")
                    .append("<summary>Stack trace</summary><pre>")
                    .append(escaped(stackTrace))
                    .append("</pre></details>");
        }
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
