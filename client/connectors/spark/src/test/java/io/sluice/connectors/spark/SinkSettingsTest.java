package io.sluice.connectors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.connectors.ErrorPolicy;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkSettingsTest {
    private static final long NOW = 1_700_000_000_000L;

    private static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.StringType)
            .add("n", DataTypes.IntegerType)
            .add("gone", DataTypes.BooleanType);

    @Test
    void of_theLeastOptions_hasTheTimeOfTheJobAsTimestamp() {
        SinkSettings settings = SinkSettings.of(options(), NOW);
        assertThat(settings.table()).hasToString("t");
        assertThat(settings.common().timestamp()).hasToString("record");
        assertThat(settings.jobMillis()).isEqualTo(NOW);
        assertThat(settings.deleteColumn()).isNull();
        assertThat(settings.errors()).isEqualTo(ErrorPolicy.FAIL);
    }

    @Test
    void of_namesInOtherCases_areTheSameOptions_butThoseOfTheClientStay() {
        Map<String, String> options = options("hbase.client.localityCheck.threadPoolSize", "3");
        options.put("Errors", "skip");
        options.put("Job.Timestamp", "42");
        options.put("DELETE.column", "gone");
        SinkSettings settings = SinkSettings.of(new CaseInsensitiveStringMap(options).asCaseSensitiveMap(), NOW);
        assertThat(settings.errors()).isEqualTo(ErrorPolicy.SKIP);
        assertThat(settings.jobMillis()).isEqualTo(42);
        assertThat(settings.deleteColumn()).isEqualTo("gone");
        assertThat(settings.common().configuration().get("hbase.client.localityCheck.threadPoolSize"))
                .isEqualTo("3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            path          | /tmp/x      | unknown option 'path'; the options are delete.column, durability, errors, job.timestamp
            job.timestamp | yesterday   | job.timestamp is 'yesterday'; it must be a number of milliseconds since 1970
            job.timestamp | -1          | job.timestamp is '-1'
            errors        | dead-letter | errors is 'dead-letter', which the sink for Spark does not support
            errors        | ignore      | errors is 'ignore'; it must be one of fail, skip, dead-letter
            row.key       | {id}-{#}    | row.key is '{id}-{#}'; the rows of a DataFrame have no numbers
            row.key       | {id         | row.key: row key '{id': a brace is not closed
            table         | a:b:c       | table:
            timestamp     | now         | timestamp is 'now'; it must be write, record
            nulls         | keep        | nulls is 'keep'
            salt          | many        | salt:
            map           | id=f:q:int4 | map: 'id=f:q:int4': unknown type 'int4'
            """)
    void of_invalidOption_isNamed_withItsValue(String name, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SinkSettings.of(options(name, value), NOW))
                .withMessageContaining(message.strip());
    }

    @Test
    void of_withoutTableOrRowKey_saysThatItIsRequired() {
        assertThatThrownBy(() -> SinkSettings.of(Map.of("row.key", "{id}"), NOW))
                .hasMessage("table: it is required");
        assertThatThrownBy(() -> SinkSettings.of(Map.of("table", "t"), NOW)).hasMessage("row.key: it is required");
    }

    @Test
    void check_columnThatIsMissing_isNamed_withThoseThatAreThere() {
        assertThatThrownBy(
                        () -> SinkSettings.of(options("row.key", "{key}"), NOW).check(SCHEMA))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The input has no column key; its columns are [id, n, gone]");
    }

    @Test
    void check_deleteColumn_mustBeThere_andBoolean_andIsNoColumnOfTheMapping() {
        assertThatThrownBy(() ->
                        SinkSettings.of(options("delete.column", "dead"), NOW).check(SCHEMA))
                .hasMessage("delete.column is 'dead'; the DataFrame has no such column, its columns are [id, n, gone]");
        assertThatThrownBy(() ->
                        SinkSettings.of(options("delete.column", "n"), NOW).check(SCHEMA))
                .hasMessage("delete.column is 'n', which is of type INT; it must be a BOOLEAN");
        Map<String, String> mapped = options("delete.column", "gone");
        mapped.put("map", "gone=f:g");
        assertThatThrownBy(() -> SinkSettings.of(mapped, NOW).check(SCHEMA))
                .hasMessage("The input has no column gone; its columns are [id, n]");
    }

    @Test
    void check_columnOfATypeThatIsNoValue_isNamed() {
        StructType schema = SCHEMA.add("tags", DataTypes.createArrayType(DataTypes.StringType));
        assertThatThrownBy(() -> SinkSettings.of(options(), NOW).check(schema))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column 'tags' is of type ARRAY<STRING>, which cannot be written");
    }

    private static Map<String, String> options(String... more) {
        Map<String, String> options = new HashMap<>(Map.of("table", "t", "row.key", "{id}"));
        if (more.length > 0) {
            options.put(more[0], more[1]);
        }
        return options;
    }
}
