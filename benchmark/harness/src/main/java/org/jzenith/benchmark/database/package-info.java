/**
 * What a program does to the database, and to those who use it, when there is more to do than time: {@link
 * org.jzenith.benchmark.database.Overload} asks for more than can be answered, {@link
 * org.jzenith.benchmark.database.Abandoned} leaves before the answer.
 */
@NullMarked
package org.jzenith.benchmark.database;

import org.jspecify.annotations.NullMarked;
