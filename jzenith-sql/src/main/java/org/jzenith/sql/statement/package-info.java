/**
 * Internal. The texts of statements: {@code StatementTexts} remembers for each text its {@code StatementTraits}, among them whether
 * the driver refuses it, and {@code QuerySummary} names its command and tables.
 */
@NullMarked
package org.jzenith.sql.statement;

import org.jspecify.annotations.NullMarked;
