package org.jzenith.sql.driver;

import java.util.List;

/** The statements with which a database inserts many rows, with an array for each column. */
public interface ArrayInsert {

    /**
     * Returns the statement that reads the columns of a table.
     *
     * @return a statement with one parameter, the table as written in SQL; each row has the name of a column and the name of its type
     */
    String columns();

    /**
     * Returns the statement that inserts the rows.
     *
     * @param table the table as written in SQL
     * @param columns the names of the columns, as {@link #columns} returned them
     * @param types the names of their types, as {@link #columns} returned them
     * @return a statement with one parameter for each column, in their order: an array with the values of all rows
     */
    String insert(String table, List<String> columns, List<String> types);
}
