package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A table whose rows say who wrote them. */
record CallerTable(TableName name) {

    /** @param folder for the jar that the server loads {@link CallerObserver} from; must stay */
    static CallerTable create(Connection connection, String name, Path folder) throws IOException {
        Path jar = folder.resolve("observer.jar");
        String file = CallerObserver.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream in = CallerObserver.class.getClassLoader().getResourceAsStream(file)) {
            out.putNextEntry(new JarEntry(file));
            out.write(Objects.requireNonNull(in, file).readAllBytes());
        }
        TableName table = TableName.valueOf(name);
        try (Admin admin = connection.getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(table)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(CallerObserver.FAMILY))
                    .setCoprocessor(CoprocessorDescriptorBuilder.newBuilder(CallerObserver.class.getName())
                            .setJarPath(jar.toUri().toString())
                            .build())
                    .build());
        }
        return new CallerTable(table);
    }

    static Put put(String row) {
        return new Put(row.getBytes(UTF_8)).addColumn(CallerObserver.FAMILY, new byte[] {'q'}, new byte[] {'v'});
    }

    /** Name, way of authentication, and the same of the real user if that is another; as Hadoop writes it. */
    String caller(Connection connection, String row) throws IOException {
        return Bytes.toString(read(connection, row).getValue(CallerObserver.FAMILY, CallerObserver.CALLER));
    }

    /** Connection attributes of the client that wrote a row. */
    Map<String, String> attributes(Connection connection, String row) throws IOException {
        Map<String, String> attributes = new TreeMap<>();
        for (Cell cell : read(connection, row).rawCells()) {
            String qualifier = Bytes.toString(CellUtil.cloneQualifier(cell));
            if (qualifier.startsWith(CallerObserver.ATTRIBUTE)) {
                attributes.put(
                        qualifier.substring(CallerObserver.ATTRIBUTE.length()),
                        Bytes.toString(CellUtil.cloneValue(cell)));
            }
        }
        return attributes;
    }

    private Result read(Connection connection, String row) throws IOException {
        try (Table table = connection.getTable(name)) {
            Result result = table.get(new Get(row.getBytes(UTF_8)));
            if (result.isEmpty()) {
                throw new IOException("there is no row " + row);
            }
            return result;
        }
    }
}
