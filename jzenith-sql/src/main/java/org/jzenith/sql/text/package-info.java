/**
 * For plugins: reads SQL text as a database does. {@link org.jzenith.sql.text.SqlLexis} has the rules of the database,
 * {@link org.jzenith.sql.text.SqlScanner} splits a text into tokens, {@link org.jzenith.sql.text.SqlText} is a statement for
 * messages and logs, and {@link org.jzenith.sql.text.TextValue} is a value without a Java type.
 */
@NullMarked
package org.jzenith.sql.text;

import org.jspecify.annotations.NullMarked;
