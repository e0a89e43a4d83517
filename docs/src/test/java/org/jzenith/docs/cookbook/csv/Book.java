package org.jzenith.docs.cookbook.csv;

import java.time.LocalDate;

/** A book; its components are the columns. */
record Book(String title, String author, LocalDate published) {}
