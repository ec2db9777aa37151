<?php

/** Reads all samples, which must be PHP, and runs those that are chosen. */

declare(strict_types=1);

error_reporting(E_ALL);
set_error_handler(fn ($kind, $text) => throw new ErrorException($text));

// What composer would make of the kit.
mkdir('vendor');
$loader = "fn (\$class) => require_once '{$argv[1]}/src/' . substr(\$class, strlen('FeedbackBoard\\\\')) . '.php'";
file_put_contents('vendor/autoload.php', "<?php spl_autoload_register($loader);");

function run(string $file): void
{
    require $file;
}

$task = json_decode(file_get_contents('php://stdin'), true);
foreach ($task['shown'] as $code) {
    token_get_all($code, TOKEN_PARSE);
}
foreach ($task['samples'] as $place => $code) {
    echo "<<<$place>>>\n";
    file_put_contents("sample-$place.php", $code);
    run(getcwd() . "/sample-$place.php");
}
