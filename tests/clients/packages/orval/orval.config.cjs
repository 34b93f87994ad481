const { baseUrl } = require("./fixture.json");

const client = (name) => ({
  input: { target: `./${name}.json` },
  output: { target: `./generated/${name}.ts`, client: "fetch", mode: "single", baseUrl },
});
module.exports = { data: client("data"), launch: client("launch") };
