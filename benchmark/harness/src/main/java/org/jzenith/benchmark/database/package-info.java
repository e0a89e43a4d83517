/**
 * Measures a program's effect on the database and its users under overload: {@link
 * org.jzenith.benchmark.database.Overload} asks for more than can be answered, {@link
 * org.jzenith.benchmark.database.Abandoned} leaves before the answer.
 */
@NullMarked
package org.jzenith.benchmark.database;

import org.jspecify.annotations.NullMarked;
