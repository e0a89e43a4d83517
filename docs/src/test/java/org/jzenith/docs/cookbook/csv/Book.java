package org.jzenith.docs.cookbook.csv;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.LocalDate;

/** A book; without the order of its columns they are sorted by name. */
@JsonPropertyOrder({"title", "author", "published"})
record Book(String title, String author, LocalDate published) {}
