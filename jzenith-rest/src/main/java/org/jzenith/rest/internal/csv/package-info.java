/**
 * Internal: bodies of CSV (RFC 4180), read and written by Jackson's module if the application has it. The public type is {@link
 * org.jzenith.rest.internal.csv.CsvFeature}.
 */
@NullMarked
package org.jzenith.rest.internal.csv;

import org.jspecify.annotations.NullMarked;
