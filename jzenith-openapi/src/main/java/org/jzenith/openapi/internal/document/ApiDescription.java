package org.jzenith.openapi.internal.document;

import java.util.List;

/**
 * The words about an API that its methods do not have.
 *
 * @param title the title for people
 * @param version the version of the API
 * @param specification the version of OpenAPI, such as {@code 3.1.1}
 * @param servers the base URLs; empty for that of the document
 */
public record ApiDescription(String title, String version, String specification, List<String> servers) {

    /** Returns true if the version of OpenAPI describes the elements of streams. */
    boolean hasItemSchemas() {
        return specification.startsWith("3.2");
    }
}
